"""Commands about a club: `companion club` with its page, tables, tournaments, ratings."""
