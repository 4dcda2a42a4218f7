export const meetingPlaces = `
CREATE TABLE service_place (
  service_type TEXT PRIMARY KEY,
  place TEXT NOT NULL CHECK (place IN ('video_room', 'link', 'phone', 'in_person')),
  meeting_url TEXT,
  address TEXT NOT NULL
) STRICT;

ALTER TABLE booking ADD COLUMN place TEXT NOT NULL DEFAULT 'video_room'
  CHECK (place IN ('video_room', 'link', 'phone', 'in_person'));
ALTER TABLE booking ADD COLUMN address TEXT NOT NULL DEFAULT '';

-- Those whose guests still wait for a link.
CREATE INDEX booking_without_link ON booking (starts_at)
  WHERE status = 'confirmed' AND meeting_url IS NULL AND place IN ('video_room', 'link');
`
