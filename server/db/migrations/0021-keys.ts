export const keys = `
-- Keys lie in files now, apart from the database. What the old one had signed or encrypted is of no more use.
DROP TABLE secret;
DELETE FROM session;
DELETE FROM verification;
DELETE FROM two_factor;
UPDATE user SET two_factor_enabled = 0;
UPDATE calendar_feed SET address = NULL;
UPDATE payment_intent SET client_secret = '';
ALTER TABLE demo_intent DROP COLUMN client_secret;
UPDATE answer SET body = json_remove(body, '$.manageUrl');
`
