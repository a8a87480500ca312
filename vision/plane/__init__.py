"""The table plane: fiducials, homography (millimetres to pixels), tracking of sheets, camera pose."""
