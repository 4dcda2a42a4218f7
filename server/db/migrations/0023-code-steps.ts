export const codeSteps = `
-- The 30 seconds, since 1970, of the newest code that was taken: it and older ones are not taken again.
ALTER TABLE two_factor ADD COLUMN last_step INTEGER;
`
