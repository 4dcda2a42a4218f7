import * as v from 'valibot'
import { PublishedPhotograph } from '#shared/photographs/photographs.ts'

/** How the desk lets the owner edit a value, and how it is compared in words. */
export type FieldKind =
  | 'line'
  | 'paragraph'
  | 'list'
  | 'rows'
  | 'group'
  | 'choice'
  | 'photograph'
  | 'photographs'
  | 'number'
  | 'yes or no'

/** One thing that the owner can write. */
export interface ContentField<Value = unknown> {
  kind: FieldKind
  /** Name in the desk. */
  label: string
  /** What the owner has to know before writing. */
  hint?: string
  schema: v.GenericSchema<Value>
  /** The value until the owner changes it. */
  initial: Value
  /** Most characters of a line, of a paragraph, or of each entry of a list. */
  limit?: number
  /** Most entries of a list, or rows. */
  entries?: number
  /** What can be chosen. */
  choices?: readonly string[]
  /** The fields of a row. */
  columns?: Readonly<Record<string, ContentField>>
  /**
   * The value is invented at first, and this is what the log and the desk call it. A public site shows null instead, until the
   * owner has replaced it.
   */
  sample?: string
}

/** The fields of a part of a page, by name. */
export type ContentPart = Readonly<Record<string, ContentField>>

export type ValuesOf<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends ContentField<infer Value> ? Value : never
}

const text = (limit: number) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => !/\p{Cs}/u.test(value),
      'This contains half a character. Please write it again.',
    ),
    v.trim(),
    v.maxLength(limit, `Please use at most ${limit} characters.`),
  )

const tooMany = (entries: number) => `There is room for ${entries}.`

/** A text on one line. Words between asterisks are in italics. */
export function line(label: string, limit: number, initial: string): ContentField<string> {
  return { kind: 'line', label, limit, initial, schema: text(limit) }
}

export function paragraph(label: string, limit: number, initial: string): ContentField<string> {
  return { ...line(label, limit, initial), kind: 'paragraph' }
}

interface ListLimits {
  limit: number
  entries: number
}

/** Several texts, one below the other. */
export function list(
  label: string,
  { limit, entries }: ListLimits,
  initial: readonly string[],
): ContentField<readonly string[]> {
  const schema = v.pipe(v.array(text(limit)), v.maxLength(entries, tooMany(entries)))
  return { kind: 'list', label, limit, entries, initial, schema }
}

/** A table with the same fields in each row; `entries` is the most that the page has room for. */
export function rows<const Columns extends ContentPart>(
  label: string,
  { entries, columns }: { entries: number; columns: Columns },
  initial: readonly ValuesOf<Columns>[],
): ContentField<readonly ValuesOf<Columns>[]> {
  const { schema: row } = group(label, columns)
  const schema = v.pipe(v.array(row), v.maxLength(entries, tooMany(entries)))
  return { kind: 'rows', label, entries, columns, initial, schema }
}

/** A single row of named values, such as a quotation with its source. */
export function group<const Columns extends ContentPart>(
  label: string,
  columns: Columns,
): ContentField<ValuesOf<Columns>> {
  const initial = Object.fromEntries(
    Object.entries(columns).map(([name, field]) => [name, field.initial]),
  ) as ValuesOf<Columns>
  const schema = v.object(
    Object.fromEntries(Object.entries(columns).map(([name, field]) => [name, field.schema])),
  ) as unknown as v.GenericSchema<ValuesOf<Columns>>
  return { kind: 'group', label, columns, initial, schema }
}

export function yesOrNo(label: string, initial: boolean): ContentField<boolean> {
  return { kind: 'yes or no', label, initial, schema: v.boolean() }
}

export function choice<const Value extends string>(
  label: string,
  values: readonly Value[],
  initial: Value,
): ContentField<Value> {
  return { kind: 'choice', label, choices: values, initial, schema: v.picklist(values) }
}

const NO_AMOUNT = 'Please enter an amount such as 4,500.'

/** An amount in minor units. */
export function amount(label: string, limit: number, initial: number): ContentField<number> {
  const schema = v.pipe(
    v.number(NO_AMOUNT),
    v.safeInteger(NO_AMOUNT),
    v.minValue(0, NO_AMOUNT),
    v.maxValue(limit, 'This is too much.'),
  )
  return { kind: 'number', label, initial, schema }
}

/** A value that is invented at first; see `samples.ts`. It may be missing, on a public site until the owner writes one. */
export function sample<Value>(
  name: string,
  field: ContentField<Value>,
): ContentField<Value | null> {
  return { ...optional(field), sample: name }
}

/** A value that may be missing, and is at first. */
export function optional<Value>(field: ContentField<Value>): ContentField<Value | null> {
  return { ...field, schema: v.nullable(field.schema), initial: null }
}

/** A column that rows which were stored before it do not have. */
export function laterColumn<Value>(field: ContentField<Value>): ContentField<Value | undefined> {
  return { ...field, schema: v.optional(field.schema) }
}

/** A photograph of the collection, or none. */
export function photograph(label: string): ContentField<PublishedPhotograph | null> {
  return { kind: 'photograph', label, initial: null, schema: v.nullable(PublishedPhotograph) }
}

/** Photographs of the collection, as many as there is room for. */
export function photographs(
  label: string,
  entries: number,
): ContentField<readonly PublishedPhotograph[]> {
  const schema = v.pipe(v.array(PublishedPhotograph), v.maxLength(entries, tooMany(entries)))
  return { kind: 'photographs', label, entries, initial: [], schema }
}
