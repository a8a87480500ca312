"""The pages of the app, one a module, sorted by what they are for."""
