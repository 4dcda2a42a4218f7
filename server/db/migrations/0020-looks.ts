/** Tables that the desk shows and no record of `desk_change` is read from. */
const alsoShown = ['schedule', 'newsletter_consent', 'booking_look']

const next = 'UPDATE desk_clock SET seq = seq + 1 WHERE id = 1;'

const triggers = alsoShown.flatMap((table) =>
  ['insert', 'update', 'delete'].map(
    (change) =>
      `CREATE TRIGGER desk_clock_by_${change}_of_${table} AFTER ${change} ON ${table} BEGIN ${next} END;`,
  ),
)

/** What the owner has looked at. The time of the last look at the list is a mark, `bookings-seen`. */
export const looks = `
-- The last event of a booking that the owner has seen; 0 where it had none.
CREATE TABLE booking_look (
  booking_id TEXT PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  event_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX booking_by_creation ON booking (created_at);
CREATE INDEX booking_event_by_maker ON booking_event (made_by, at);

${triggers.join('\n')}
CREATE TRIGGER desk_clock_by_insert_of_mark AFTER INSERT ON mark WHEN NEW.name = 'bookings-seen' BEGIN ${next} END;
CREATE TRIGGER desk_clock_by_update_of_mark AFTER UPDATE ON mark WHEN NEW.name = 'bookings-seen' BEGIN ${next} END;
`
