"""Frame sources: webcams, streams, phones, clips, photographs; checks before decoding; frame buffers."""
