-- A record as version 3 left it. It is never to be changed: what users have does not change either.
CREATE TABLE matches (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	players INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	names TEXT NOT NULL, 
	start TEXT NOT NULL, 
	started DOUBLE NOT NULL, 
	state TEXT NOT NULL, outcome TEXT, series TEXT, entries INTEGER NOT NULL DEFAULT 0, chain TEXT NOT NULL DEFAULT '', seal TEXT NOT NULL DEFAULT '', colours TEXT NOT NULL DEFAULT '[]', 
	PRIMARY KEY (id)
);
CREATE TABLE entries (
	match_id TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	evidence TEXT, 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
CREATE TABLE pictures (
	match_id TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	jpeg BLOB NOT NULL, 
	digest TEXT NOT NULL, 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id, number) REFERENCES entries (match_id, number)
);
INSERT INTO "matches" VALUES('0123456789','army-vs-aliens-2011',2,'{}','["Anna", "Ben"]','{"game": "army-vs-aliens-2011", "options": {}, "turn": null, "quiet": 0, "players": [{"side": "army", "team": 0, "combat": [], "rally": 0, "scored": []}, {"side": "aliens", "team": 1, "combat": [], "rally": 0, "scored": []}], "rolling": {"seat": 0, "dice": 9}}',1790000000.0,'playing',NULL,NULL,7,'5f128b8c10170bfe','0e71a380c9c8817d','[]');
INSERT INTO "matches" VALUES('abcdef0123','space-checkers',3,'{"geometry": "G10"}','[]','{"game": "space-checkers", "options": {"geometry": "G10"}, "turn": "yellow", "seats": ["yellow", "green", "blue"], "captured": {"yellow": 0, "green": 0, "blue": 0}, "pawns": {"yellow": [[0, 2], [0, 3], [0, 4], [0, 5], [0, 6], [0, 7], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7]], "green": [[2, 8], [2, 9], [3, 8], [3, 9], [4, 8], [4, 9], [5, 8], [5, 9], [6, 8], [6, 9], [7, 8], [7, 9]], "blue": [[8, 2], [8, 3], [8, 4], [8, 5], [8, 6], [8, 7], [9, 2], [9, 3], [9, 4], [9, 5], [9, 6], [9, 7]]}, "rolled": null}',1790000001.0,'playing',NULL,NULL,7,'03e1d93f4cc03b5e','5e1bc708f8fe4e0d','[]');
INSERT INTO "entries" VALUES('0123456789',0,'{"did": "played", "event": {"do": "rolled", "faces": [2, 2, 3, 4, 5, 5, 5, 5, 6]}, "source": "seen"}','{"time":0.0,"width":1280,"height":720,"dice":[{"box":[1.0,2.0,3.0,4.0],"value":5,"colour":"blue","confidence":0.3,"certain":true,"alternatives":[],"top":null,"doubts":[],"face":null,"face_alternatives":[],"place":null,"zone":null,"across":[]}],"unsure":false,"pieces":[],"covered":[],"cards":[],"missing":[],"notes":[],"zones":[]}');
INSERT INTO "entries" VALUES('0123456789',1,'{"did": "played", "event": {"do": "rolled", "faces": [1, 1, 2, 2, 3, 4, 5, 5, 6]}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('0123456789',2,'{"did": "played", "event": {"do": "rally", "roll": [5, 6]}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('0123456789',3,'{"did": "played", "event": {"do": "rolled", "faces": [2, 4, 4, 5, 6]}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('0123456789',4,'{"did": "played", "event": {"do": "rally", "roll": [3, 5]}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('0123456789',5,'{"did": "played", "event": {"do": "rolled", "faces": [2, 4, 5]}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('0123456789',6,'{"did": "undone", "count": 2}',NULL);
INSERT INTO "entries" VALUES('abcdef0123',0,'{"did": "played", "event": {"do": "rolled", "number": 3, "direction": "red"}, "source": "seen"}','{"time":0.0,"width":1280,"height":720,"dice":[{"box":[1.0,2.0,3.0,4.0],"value":5,"colour":"blue","confidence":0.3,"certain":true,"alternatives":[],"top":null,"doubts":[],"face":null,"face_alternatives":[],"place":null,"zone":null,"across":[]}],"unsure":false,"pieces":[],"covered":[],"cards":[],"missing":[],"notes":[],"zones":[]}');
INSERT INTO "entries" VALUES('abcdef0123',1,'{"did": "played", "event": {"do": "move", "from": [1, 2], "toward": "red"}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('abcdef0123',2,'{"did": "played", "event": {"do": "rolled", "number": 2, "direction": "blue"}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('abcdef0123',3,'{"did": "played", "event": {"do": "move", "from": [7, 8], "toward": "blue"}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('abcdef0123',4,'{"did": "played", "event": {"do": "rolled", "number": 6, "direction": "yellow"}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('abcdef0123',5,'{"did": "played", "event": {"do": "move", "from": [8, 6], "toward": "yellow"}, "source": "typed"}',NULL);
INSERT INTO "entries" VALUES('abcdef0123',6,'{"did": "undone", "count": 2}',NULL);
CREATE INDEX ix_matches_started ON matches (started);
