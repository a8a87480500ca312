"""What can be seen on a table (`TableView` and its parts) and what should lie there (`Layout`). Filled by `vision`."""
