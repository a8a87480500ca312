"""A match in play without a screen: opening, session, answers, corrections, hints and their words."""
