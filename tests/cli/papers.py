"""A session, a piece of equipment and a dispute: as JSON, and as they are printed."""

SESSION = """
{"name": "venues/akl/sessions/2026-11-29-evening", "version": 21, "title": "Sunday evening",
 "phase": "SESSION_PHASE_CLOSED",
 "programme": [
  {"number": 1, "title": "Warm-up", "practice": true,
   "stages": [{"stage": "STAGE_SERIES", "prize": {"currency": "NZD", "minorUnits": "50000"}}]},
  {"number": 2, "title": "Corners",
   "stages": [{"stage": "STAGE_PART_SERIES"},
              {"stage": "STAGE_SERIES", "prize": {"currency": "NZD", "minorUnits": "50000"}}]},
  {"number": 3, "title": "Last"}],
 "prepared": {"person": "mere", "at": "2026-11-29T04:00:00Z"},
 "opened": {"person": "sue", "at": "2026-11-29T05:00:00Z"},
 "amendments": [{"withdrawn": [4], "entries": [{"number": 3}], "reason": "no cards", "by": "sue",
                 "at": "2026-11-29T05:30:00Z",
                 "signed": {"person": "tama", "at": "2026-11-29T05:31:00Z"}}],
 "amending": {"withdrawn": [2], "reason": "too late", "by": "sue", "at": "2026-11-29T05:50:00Z"},
 "games": [
  {"game": "venues/akl/games/2026-11-29-01", "number": 1, "practice": true, "announced": true,
   "ending": "ENDING_COMPLETED", "called": 51},
  {"game": "venues/akl/games/2026-11-29-02", "number": 2, "announced": true,
   "ending": "ENDING_VOID", "called": 12},
  {"game": "venues/akl/games/2026-11-29-03", "number": 2, "announced": true,
   "ending": "ENDING_COMPLETED", "called": 44}],
 "figures": {"played": 1, "void": 1, "practice": 1, "notPlayed": 1, "numbersCalled": 56, "valid": 2,
             "undecided": 1, "stagesWon": 2,
             "prizesAnnounced": [{"currency": "NZD", "minorUnits": "50000"}]},
 "signedFigures": {"played": 1, "void": 1, "practice": 1, "notPlayed": 1, "numbersCalled": 56,
                   "valid": 2, "stagesWon": 2,
                   "prizesAnnounced": [{"currency": "NZD", "minorUnits": "50000"}]},
 "closed": {"person": "sue", "at": "2026-11-29T10:00:00Z"},
 "signed": {"person": "tama", "at": "2026-11-29T10:05:00Z"},
 "updatedAt": "2026-11-29T10:06:00Z"}
"""
SESSION_SHEET = """\
venues/akl/sessions/2026-11-29-evening   closed
  title        Sunday evening
  prepared by  mere, 17:00:00
  opened by    sue, 18:00:00
  closed by    sue, 23:00:00
  signed by    tama, 23:05:00
  last change  23:06:00 (v21)
  all times    Pacific/Auckland

Programme
  1  Warm-up  practice  bingo NZD 500.00                  2026-11-29-01 every stage is won, \
51 called
  2  Corners            line not fixed, bingo NZD 500.00  2026-11-29-02 void; 2026-11-29-03 \
every stage is won, 44 called
  3  Last                                                 not opened

Amendments
  18:30:00  sue  signed by tama  game 3, 4 taken out  no cards
  18:50:00  sue  not signed      game 2 taken out     too late

Figures as signed
  games played      1
  void              1
  practice          1, in no other figure
  not played        1
  under way         0
  numbers called    56
  call outs         2 valid, 0 not valid, 0 out of time, 0 voided, 0 undecided
  corrections       0
  irregularities    0
  stages won        2
  prizes announced  NZD 500.00

Figures since then
  games played      1
  void              1
  practice          1, in no other figure
  not played        1
  under way         0
  numbers called    56
  call outs         2 valid, 0 not valid, 0 out of time, 0 voided, 1 undecided
  corrections       0
  irregularities    0
  stages won        2
  prizes announced  NZD 500.00
"""
EQUIPMENT = """
{"name": "venues/akl/equipment/2026-cage-2", "version": 6, "title": "Cage 2",
 "phase": "EQUIPMENT_PHASE_OUT_OF_SERVICE", "selector": "SELECTOR_RECEPTACLE", "numbers": 90,
 "reason": "defective: cracked, in a game", "game": "venues/akl/games/2026-11-29-07",
 "defects": [{"ball": 17, "what": "cracked"}, {"what": "the hopper jams"}],
 "repair": {"done": "ball 17 replaced", "by": "rob", "at": "2026-11-29T07:00:00Z"},
 "examination": {"equalIn": ["RESPECT_SIZE", "RESPECT_WEIGHT"], "counted": 90, "by": "ines",
                 "witness": "stu", "day": "2026-11-29", "at": "2026-11-29T07:30:00Z"},
 "updatedAt": "2026-11-29T07:30:00Z"}
"""
EQUIPMENT_SHEET = """\
venues/akl/equipment/2026-cage-2   out of service
  title           Cage 2
  sort            receptacle with 90 objects
  because         defective: cracked, in a game
  found in        venues/akl/games/2026-11-29-07
  not repaired    ball 17: cracked
  not repaired    the hopper jams
  repaired        ball 17 replaced, by rob, 20:00:00
  inspected       2026-11-29, 20:30:00, by ines, beside stu
  found equal in  size, weight
  counted         90 objects
  last change     20:30:00 (v6)
  all times       Pacific/Auckland
"""
DISPUTE = """
{"name": "venues/akl/disputes/2026-11-29-03", "version": 4, "phase": "DISPUTE_PHASE_RULED",
 "about": "the player called out in time", "complainant": "people/9f", "openedBy": "stu",
 "openedAt": "2026-11-29T07:00:00Z",
 "record": {"game": "venues/akl/games/2026-11-29-07", "position": 2, "version": 11,
            "hash": "AQI=", "numbers": [17, 42], "lastVersion": 30, "lastHash": "/w=="},
 "evidence": [{"evidence": 1, "kind": "EVIDENCE_KIND_RECORDING", "text": "camera 4", "by": "stu",
               "at": "2026-11-29T07:00:00Z"},
              {"evidence": 2, "kind": "EVIDENCE_KIND_DOCUMENT", "text": "note", "sha256": "abcd",
               "by": "stu", "at": "2026-11-29T07:01:00Z"}],
 "rulings": [{"finding": "FINDING_UPHELD", "reason": "seen", "clause": "NZB-5.10", "by": "sue",
              "at": "2026-11-29T08:00:00Z",
              "review": {"reason": "too dark", "by": "mere", "at": "2026-11-29T08:30:00Z"}},
             {"finding": "FINDING_NOT_UPHELD", "reason": "heard", "clause": "NZB-5.10",
              "by": "mere", "at": "2026-11-29T09:00:00Z"}],
 "updatedAt": "2026-11-29T09:00:00Z"}
"""
DISPUTE_SHEET = """\
venues/akl/disputes/2026-11-29-03   ruled on, waiting for a second reviewer
  about              the player called out in time
  game               venues/akl/games/2026-11-29-07
  call               2
  called until then  17 42
  record             v11, SHA-256 0102
  then last          v30, SHA-256 ff
  complainant        people/9f
  opened by          stu, 20:00:00
  last change        22:00:00 (v4)
  all times          Pacific/Auckland

Evidence
  1  recording  camera 4                stu, 20:00:00
  2  document   note      SHA-256 abcd  stu, 20:01:00

Ruling 1: upheld, by NZB-5.10
  seen (sue, 21:00:00)
  not agreed: too dark (mere, 21:30:00)

Ruling 2: not upheld, by NZB-5.10
  heard (mere, 22:00:00)
"""
