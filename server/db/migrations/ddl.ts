/**
 * The parts of the schema's SQL that SQLite and PostgreSQL write differently. A migration takes
 * them from here and so is written once; see `script` for its tables.
 */
export interface Ddl {
  /**
   * Makes a migration's text a script for the engine. In the text, tables are written for SQLite:
   * with the types INTEGER, TEXT and BLOB, and STRICT at the end. PostgreSQL gets integers of 64 bits, and
   * texts that are ordered by code point with a `lower` for ASCII only, as in SQLite. A statement on
   * a table begins a line, and its semicolon ends one.
   */
  script(text: string): string
  /** Type of a primary key whose integers the database assigns. */
  readonly generatedKey: string
  /** Expression for the part of a counter that this connection changes: on PostgreSQL one of 64. */
  readonly counterPart: string
  /** Expression for 32 random hexadecimal digits. */
  readonly randomHex: string
  trigger(trigger: TriggerParts): string
  /**
   * `sync_clock`, which numbers changes: `UPDATE sync_clock SET seq = seq + n` takes the next n numbers.
   * On PostgreSQL it is a view on a sequence. A transaction that has taken numbers makes all others wait
   * for theirs until it ends, so it takes them last. There `seq` may be ahead of what is committed.
   */
  readonly clock: string
  /** Statement of a `BEFORE` trigger that refuses the change with a message. */
  refuse(message: string): string
}

export interface TriggerParts {
  /** At most 63 characters: PostgreSQL would cut it. */
  name: string
  /** `AT_COMMIT` runs at the end of the transaction on PostgreSQL; on SQLite it is `AFTER`. */
  timing: 'BEFORE' | 'AFTER' | 'AT_COMMIT'
  event: 'INSERT' | 'UPDATE' | 'DELETE'
  table: string
  /** SQL condition on `NEW` and `OLD`, if the trigger does not run for every row. */
  condition?: string | undefined
  /**
   * Statements, each with its semicolon. Columns of the row that an upsert changes need their table's
   * name: PostgreSQL finds `total + 1` ambiguous.
   */
  body: string
}

/**
 * The functions of SQLite that our queries and indexes use, and one of our own, for PostgreSQL. Its
 * `jsonb` has neither the character 0 nor half of a surrogate pair, so `parse_json` replaces both;
 * a stored text keeps them. A body that uses another function of ours is no text, so that PostgreSQL
 * finds that function at once: pg_restore creates the indexes without a search path.
 */
export const postgresFunctions = String.raw`
CREATE FUNCTION parse_json(document text) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT CASE WHEN strpos(document, '\u') = 0 THEN document::jsonb
    ELSE regexp_replace(document, '(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f]..)', '\1\\ufffd', 'g')::jsonb
  END $$;
CREATE FUNCTION json_extract(document text, path text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN jsonb_path_query_first(parse_json(document), path::jsonpath) #>> '{}';
CREATE FUNCTION json_each(document text) RETURNS TABLE (value text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 100
  BEGIN ATOMIC SELECT item #>> '{}' FROM jsonb_array_elements(parse_json(document)) AS item; END;
CREATE FUNCTION json_each(document text, path text) RETURNS TABLE (value text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10
  BEGIN ATOMIC SELECT item #>> '{}'
    FROM jsonb_path_query(parse_json(document), (path || '[*]')::jsonpath) AS item; END;
-- Differs after a promotion or a restore: the database may then lack what it had acknowledged.
CREATE FUNCTION database_life() RETURNS text LANGUAGE plpgsql AS $$ BEGIN
  IF pg_is_in_recovery() THEN
    -- A standby has no life of its own yet.
    RAISE EXCEPTION 'The database is a standby' USING ERRCODE = 'read_only_sql_transaction';
  END IF;
  BEGIN
    RETURN (SELECT system_identifier FROM pg_control_system())::text
      || '-' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8);
  EXCEPTION WHEN OTHERS THEN
    -- Some hosted databases do not allow these functions.
    RETURN '';
  END;
END $$;
CREATE FUNCTION instr(whole text, part text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT strpos(whole, part) $$;
`

/** Key of PostgreSQL's advisory lock: any number that nothing else in the database uses. */
const NUMBERING_LOCK = 7_303_014_126

export const sqliteDdl: Ddl = {
  script: (text) => text,
  generatedKey: 'INTEGER PRIMARY KEY',
  counterPart: '0',
  randomHex: 'lower(hex(randomblob(16)))',
  trigger({ name, timing, event, table, condition, body }) {
    const when = condition === undefined ? '' : `WHEN ${condition}`
    const moment = timing === 'AT_COMMIT' ? 'AFTER' : timing
    return `CREATE TRIGGER ${name} ${moment} ${event} ON ${table} ${when} BEGIN
  ${body}
END;`
  },
  clock: `CREATE TABLE sync_clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seq INTEGER NOT NULL
) STRICT;
INSERT INTO sync_clock VALUES (1, 0);`,
  refuse: (message) => `SELECT RAISE(ABORT, '${message}');`,
}

export const postgresDdl: Ddl = {
  script: (text) => text.replace(TABLE_PATTERN, toPostgresTable),
  generatedKey: 'BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY',
  counterPart: 'pg_backend_pid() % 64',
  randomHex: "replace(gen_random_uuid()::text, '-', '')",
  trigger({ name, timing, event, table, condition, body }) {
    const when = condition === undefined ? '' : `WHEN (${condition})`
    // A `BEFORE` trigger returns the row with which the change goes on.
    const result = timing !== 'BEFORE' ? 'NULL' : event === 'DELETE' ? 'OLD' : 'NEW'
    const [kind, moment, deferral] =
      timing === 'AT_COMMIT'
        ? ['CONSTRAINT TRIGGER', 'AFTER', 'DEFERRABLE INITIALLY DEFERRED']
        : ['TRIGGER', timing, '']
    return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  ${body}
  RETURN ${result};
END $$;
CREATE ${kind} ${name} ${moment} ${event} ON ${table} ${deferral} FOR EACH ROW ${when}
  EXECUTE FUNCTION ${name}();`
  },
  clock: `CREATE SEQUENCE change_number;
-- A view on the sequence itself could not be updated.
CREATE FUNCTION last_number() RETURNS bigint LANGUAGE sql VOLATILE
  BEGIN ATOMIC SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM change_number; END;
CREATE VIEW sync_clock AS SELECT 1::bigint AS id, last_number() AS seq;
CREATE FUNCTION take_numbers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  -- Until the end of the transaction, so that numbers follow the order of the commits.
  PERFORM pg_advisory_xact_lock(${NUMBERING_LOCK});
  NEW.seq := setval('change_number', nextval('change_number') - 1 + NEW.seq - OLD.seq);
  RETURN NEW;
END $$;
CREATE TRIGGER take_numbers INSTEAD OF UPDATE ON sync_clock FOR EACH ROW
  EXECUTE FUNCTION take_numbers();`,
  refuse: (message) => `RAISE EXCEPTION '${message}';`,
}

const TABLE_PATTERN = /^(CREATE|ALTER) TABLE .*?;$/gms

function toPostgresTable(statement: string): string {
  return statement
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
    .replace(/\bBLOB\b/g, 'BYTEA')
    .replace(/ STRICT(, WITHOUT ROWID)?;$/, ';')
}
