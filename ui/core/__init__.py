"""What every part of the app stands on: stores and hooks, tabs, routes, roles, theme, HTTP filter, uploads."""
