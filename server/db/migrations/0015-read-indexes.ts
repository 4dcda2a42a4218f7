/** So that what is read costs by what it finds, and not by all that there is. */
export const readIndexes = `
CREATE INDEX booking_by_status ON booking (status, starts_at, ends_at);
CREATE INDEX booking_by_mailbox ON booking (lower(email));
CREATE INDEX booking_by_holder ON booking (holder) WHERE holder IS NOT NULL;

CREATE INDEX mail_by_booking ON mail (booking_id, job_id);
CREATE INDEX mail_by_time ON mail (sent_at);
CREATE INDEX mail_by_recipient ON mail (lower(recipient));

CREATE INDEX job_in_trouble ON job (kind, id)
  WHERE state = 'failed' OR (state = 'waiting' AND attempts >= 6);
CREATE INDEX failed_mail_by_booking ON job (json_extract(payload, '$.bookingId'))
  WHERE kind = 'mail' AND state = 'failed';
-- Whom a job is about; most say one of these.
CREATE INDEX job_by_booking ON job (json_extract(payload, '$.bookingId'))
  WHERE json_extract(payload, '$.bookingId') IS NOT NULL;
CREATE INDEX job_by_data_booking ON job (json_extract(payload, '$.data.bookingId'))
  WHERE json_extract(payload, '$.data.bookingId') IS NOT NULL;
CREATE INDEX job_by_submission ON job (json_extract(payload, '$.data.submission'))
  WHERE json_extract(payload, '$.data.submission') IS NOT NULL;
CREATE INDEX job_by_data_consent ON job (json_extract(payload, '$.data.consent'))
  WHERE json_extract(payload, '$.data.consent') IS NOT NULL;
CREATE INDEX job_by_consent ON job (json_extract(payload, '$.consent'))
  WHERE json_extract(payload, '$.consent') IS NOT NULL;
CREATE INDEX job_by_mailbox ON job (lower(json_extract(payload, '$.data.email')))
  WHERE lower(json_extract(payload, '$.data.email')) IS NOT NULL;
CREATE INDEX job_done ON job (done_at) WHERE state = 'done';

CREATE INDEX refund_by_state ON refund (state, created_at);
CREATE INDEX refund_by_intent ON refund (intent_id);
CREATE INDEX refund_by_provider ON refund (provider_refund) WHERE provider_refund IS NOT NULL;
CREATE INDEX receipt_by_time ON receipt (series, issued_at);

CREATE INDEX form_by_time ON form_submissions (created_at);
CREATE INDEX form_by_booking ON form_submissions (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX form_by_mailbox ON form_submissions (lower(json_extract(data, '$.email')));

CREATE INDEX user_by_mailbox ON user (lower(email));
CREATE INDEX answer_by_time ON answer (created_at);
CREATE INDEX answer_by_booking ON answer (json_extract(body, '$.bookingId'))
  WHERE json_extract(body, '$.bookingId') IS NOT NULL;
CREATE INDEX session_by_end ON session (expires_at);
CREATE INDEX verification_by_end ON verification (expires_at);

CREATE TABLE form_count (
  form_type TEXT PRIMARY KEY,
  total INTEGER NOT NULL,
  unread INTEGER NOT NULL CHECK (unread BETWEEN 0 AND total)
) STRICT, WITHOUT ROWID;
INSERT INTO form_count
  SELECT form_type, count(*), count(*) - count(read_at)
  FROM form_submissions LEFT JOIN form_read ON submission_id = id GROUP BY form_type;

CREATE TRIGGER form_count_by_insert AFTER INSERT ON form_submissions BEGIN
  INSERT INTO form_count VALUES (NEW.form_type, 1, 1)
    ON CONFLICT (form_type) DO UPDATE SET total = total + 1, unread = unread + 1;
END;
-- The mark goes first, so that what is deleted always counts as unread.
CREATE TRIGGER form_read_before_delete BEFORE DELETE ON form_submissions BEGIN
  DELETE FROM form_read WHERE submission_id = OLD.id;
END;
CREATE TRIGGER form_count_by_delete AFTER DELETE ON form_submissions BEGIN
  UPDATE form_count SET total = total - 1, unread = unread - 1 WHERE form_type = OLD.form_type;
END;
CREATE TRIGGER form_count_by_read AFTER INSERT ON form_read BEGIN
  UPDATE form_count SET unread = unread - 1
    WHERE form_type = (SELECT form_type FROM form_submissions WHERE id = NEW.submission_id);
END;
CREATE TRIGGER form_count_by_unread AFTER DELETE ON form_read BEGIN
  UPDATE form_count SET unread = unread + 1
    WHERE form_type = (SELECT form_type FROM form_submissions WHERE id = OLD.submission_id);
END;
`
