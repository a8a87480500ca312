"""What the print kit is drawn with: the PDF canvas, curves, and the drawings of cards, soldiers and dinosaurs."""
