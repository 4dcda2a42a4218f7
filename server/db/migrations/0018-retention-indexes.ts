/** So that a daily round costs by what is too old, and not by all that there is. */
export const retentionIndexes = `
CREATE INDEX record_deleted ON record (deleted_at) WHERE deleted = 1;
CREATE INDEX field_history_by_time ON field_history (at);
-- An answer lies in one of these two: first for its text to be erased, then to be deleted.
CREATE INDEX mutation_result_answered ON mutation_result (at) WHERE answer <> '';
CREATE INDEX mutation_result_emptied ON mutation_result (at) WHERE answer = '';
`
