"""Programs that write folders of rendered scenes with their truth: boards, tables, coloured dice, symbol faces."""
