"""An attacker's kit: pictures, films, inputs, peers and kills, many of each, and one table of what came of them."""
