import * as v from 'valibot'
import { defineCollection } from '#shared/lib/define-collection.ts'

export const MAX_PHOTOGRAPH_BYTES = 25 * 1024 * 1024
/** Most characters of what a photograph shows, in words. */
export const MAX_DESCRIPTION = 140
/** Most characters below a photograph. */
export const MAX_CAPTION = 80

export const photographFormats = ['avif', 'webp'] as const
export type PhotographFormat = (typeof photographFormats)[number]

/** Widths that are made of each photograph, px; none is wider than the original. */
export const photographWidths = [480, 800, 1200, 1600] as const

/** SHA-256 of a file, base64url. */
const Digest = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))
const Percent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))
const Placeholder = v.pipe(
  v.string(),
  v.regex(/^(data:image\/webp;base64,[A-Za-z0-9+/=]*)?$/),
  v.maxLength(2000),
)
const Pixels = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))

/** A file that the server made of a photograph. */
const PhotographSize = v.object({
  format: v.picklist(photographFormats),
  width: v.pipe(v.number(), v.integer(), v.minValue(1)),
  digest: Digest,
})
export type PhotographSize = v.InferOutput<typeof PhotographSize>

/** The point that stays in view when a frame crops a photograph, in percent from the left and from the top. */
const Focus = v.object({ x: Percent, y: Percent })
export type Focus = v.InferOutput<typeof Focus>
const CENTRE: Focus = { x: 50, y: 50 }

/** A photograph as pages, mails and previews need it: complete, so that nothing has to be looked up. */
export const PublishedPhotograph = v.object(
  {
    id: v.pipe(v.string(), v.nonEmpty('Please choose a photograph.')),
    sizes: v.pipe(
      v.array(PhotographSize),
      v.nonEmpty('This waits for the photograph: it is not ready yet.'),
      v.maxLength(20),
    ),
    width: v.pipe(v.number(), v.integer(), v.minValue(1)),
    height: v.pipe(v.number(), v.integer(), v.minValue(1)),
    placeholder: Placeholder,
    focus: Focus,
    /** What it shows, for people who cannot see it. */
    description: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Please describe this photograph, for people who cannot see it.'),
      v.maxLength(MAX_DESCRIPTION),
    ),
    /** Shown below it in italics; '' shows nothing. */
    caption: v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(MAX_CAPTION, `Please use at most ${MAX_CAPTION} characters.`),
    ),
  },
  'Please choose a photograph.',
)
export type PublishedPhotograph = v.InferOutput<typeof PublishedPhotograph>

const fromServer = { merge: 'latest', isHidden: true } as const

/**
 * A photograph of the site. Its file is sent apart, in pieces; what the server makes of it is then written into the record.
 */
export const photographCollection = defineCollection({
  name: 'photograph',
  noun: 'Photograph',
  fields: {
    fileName: {
      schema: v.pipe(v.string(), v.nonEmpty('This file has no name.'), v.maxLength(200)),
      ...{ label: 'File', empty: '', merge: 'value', isRequired: true },
    },
    /** Bytes of the original file. */
    bytes: {
      schema: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(MAX_PHOTOGRAPH_BYTES, 'Larger than 25 MB.'),
      ),
      ...{ label: 'Size', empty: 0, merge: 'value', isHidden: true, isRequired: true },
    },
    /** ISO 8601, by the clock of the device. */
    addedAt: {
      schema: v.pipe(v.string(), v.maxLength(40)),
      ...{ label: 'Added', empty: '', merge: 'value', isHidden: true },
    },
    description: {
      schema: v.pipe(
        v.string(),
        v.maxLength(MAX_DESCRIPTION, `Please use at most ${MAX_DESCRIPTION} characters.`),
      ),
      ...{ label: 'Description', empty: '', merge: 'value' },
    },
    focus: {
      schema: Focus,
      empty: CENTRE,
      label: 'What must stay in view',
      merge: 'value',
      format: (focus) => (v.is(Focus, focus) ? `${focus.x} %, ${focus.y} %` : ''),
    },
    /** Null until the server has the whole file. */
    state: {
      schema: v.nullable(v.picklist(['processing', 'ready', 'failed'])),
      ...{ label: 'State', empty: null, ...fromServer },
    },
    /** Why it failed, as a sentence. */
    problem: {
      schema: v.pipe(v.string(), v.maxLength(200)),
      ...{ label: 'Problem', empty: '', ...fromServer },
    },
    /** Of the largest file that was made. */
    width: { schema: Pixels, label: 'Width', empty: null, ...fromServer },
    height: { schema: Pixels, label: 'Height', empty: null, ...fromServer },
    /** A tiny picture as a data address, shown while the photograph loads. */
    placeholder: { schema: Placeholder, label: 'Placeholder', empty: '', ...fromServer },
    sizes: {
      schema: v.pipe(v.array(PhotographSize), v.maxLength(20)),
      empty: [],
      label: 'Sizes made',
      ...fromServer,
      format: (sizes) => listWidths(sizes).join(', '),
    },
  },
  maxFields: 20,
  idForm: /^[A-Za-z0-9_-]{1,64}$/,
  limit: { prefix: '', max: 200, message: 'There is room for 200 photographs.' },
  parent: null,
  personalData: { kind: 'of nobody' },
  exported: null,
  rows: 'single',
  page: { title: 'Photographs', path: '/admin/site/photographs' },
  getTitle: ({ fileName }) => toTitle(String(fileName ?? '')),
  describeEdit: ({ isNew }) => (isNew ? 'Add a photograph' : undefined),
  conflictText: {
    title: 'A photograph was changed on two devices',
    meanwhile: 'Visitors see what is published until you publish.',
  },
})

/** The name of a file without its ending: `The desk`. */
export function toTitle(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{2,5}$/, '')
}

/** The widths among the files that were made, in order. */
export function listWidths(sizes: unknown): number[] {
  const made = v.is(v.array(PhotographSize), sizes) ? sizes : []
  return [...new Set(made.map(({ width }) => width))].sort((a, b) => a - b)
}

/**
 * A chosen photograph with what its record says of it now. One whose record is not here stays as it is.
 */
export function resolvePhotograph(
  chosen: unknown,
  records: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): unknown {
  if (!v.is(ChosenPhotograph, chosen)) return chosen
  const { id, caption } = chosen
  const found = records.get(id)
  if (!found) return chosen
  const { description = '', focus = CENTRE, width, height, placeholder = '', sizes = [] } = found
  return { id, sizes, width, height, placeholder, focus, description, caption }
}

/** Of a published photograph, what is known only once it is ready. */
const madeFields = ['sizes', 'width', 'height', 'placeholder'] as const

export const isMadeField = (name: unknown) => madeFields.some((field) => field === name)

/** The id of a photograph that was chosen before it was ready; undefined for any other value. */
export function getUnreadyId(value: unknown): string | undefined {
  if (!v.is(ChosenPhotograph, value)) return undefined
  const { sizes } = value as Partial<PublishedPhotograph>
  return sizes?.length === 0 ? value.id : undefined
}

/** A photograph that was chosen before it was ready, with the files that were made of it since. */
export function addMadeFiles(
  value: unknown,
  records: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): unknown {
  const id = getUnreadyId(value)
  const record = id === undefined ? undefined : records.get(id)
  if (record?.state !== 'ready') return value
  const made = Object.fromEntries(madeFields.map((field) => [field, record[field]]))
  return { ...(value as object), ...made }
}

/** What the owner chooses. */
const ChosenPhotograph = v.object({ id: v.string(), caption: v.string() })

export function isChosenPhotograph(value: unknown): boolean {
  return v.is(ChosenPhotograph, value)
}

/** What a chosen photograph shows and what stands below it, in one line; undefined for any other value. */
export function describePhotograph(value: unknown): string | undefined {
  if (!v.is(ChosenPhotograph, value)) return undefined
  const { description = '' } = value as Partial<PublishedPhotograph>
  return [description, value.caption].filter(Boolean).join(' · ') || 'A photograph'
}
