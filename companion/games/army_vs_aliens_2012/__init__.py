"""Army vs Aliens by the sheet of 2012: what it says otherwise than that of 2011, whose rules serve both."""
