"""Controls that every screen uses: cards, headings, dialogs, dice, digits, charts, page frame."""
