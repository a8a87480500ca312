"""Theme of the app: one seed colour, warm surfaces, light and dark, and the few sizes that every screen shares."""

from __future__ import annotations

import flet as ft

SEED = "#B4541F"
"""Fired clay: stands apart from every usual colour of dice."""

GAP = 12
"""Space between cards and between the things in them, in pixels."""

TAP = 48
"""Least height and width of whatever can be tapped, in pixels."""

PHONE = 700
"""Below this width of the page, in pixels, everything stands in one column."""

WIDE = 1040
"""From this width of the page on, in pixels, picture and game stand side by side."""

RADIUS = 18

_BUTTON_SHAPE = ft.RoundedRectangleBorder(radius=14)


def _theme(scheme: ft.ColorScheme) -> ft.Theme:
    # Padding and not a height makes buttons as high as TAP: with larger letters they grow.
    style = ft.ButtonStyle(shape=_BUTTON_SHAPE, padding=ft.Padding.symmetric(horizontal=18, vertical=14))
    return ft.Theme(
        color_scheme_seed=SEED,
        color_scheme=scheme,
        scaffold_bgcolor=scheme.surface,
        visual_density=ft.VisualDensity.STANDARD,
        button_theme=ft.ButtonTheme(style=style),
        filled_button_theme=ft.FilledButtonTheme(style=style),
        outlined_button_theme=ft.OutlinedButtonTheme(style=style),
        text_button_theme=ft.TextButtonTheme(
            style=ft.ButtonStyle(shape=_BUTTON_SHAPE, padding=ft.Padding.symmetric(horizontal=12, vertical=14))
        ),
    )


def light_theme() -> ft.Theme:
    return _theme(
        ft.ColorScheme(
            surface="#FBF6EF",
            surface_container_lowest="#FFFFFF",
            surface_container_low="#FFFCF8",
            surface_container="#F6EEE4",
            surface_container_high="#F0E6DA",
            surface_container_highest="#E9DDCF",
            on_surface="#2A211B",
            on_surface_variant="#5E5148",
            outline_variant="#DFD1C3",
            tertiary="#8A5A00",
            tertiary_container="#FFEDC9",
            on_tertiary_container="#3B2800",
        )
    )


def dark_theme() -> ft.Theme:
    return _theme(
        ft.ColorScheme(
            surface="#181310",
            surface_container_lowest="#120E0B",
            surface_container_low="#211B17",
            surface_container="#28211C",
            surface_container_high="#322A24",
            surface_container_highest="#3D342D",
            on_surface="#F1E6DC",
            on_surface_variant="#CDBDB0",
            outline_variant="#51453C",
            tertiary="#E9B95C",
            tertiary_container="#45310E",
            on_tertiary_container="#FFE6BC",
        )
    )
