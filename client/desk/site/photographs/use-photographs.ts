import { getData } from '#client/data/data-client.ts'
import type { RecordEdit } from '#client/data/edits/types.ts'
import type { UnsentPhotograph } from '#client/data/photographs/photograph-files.ts'
import { useDataVersion } from '#client/data/use-data.ts'
import { useRecords } from '#client/desk/queries/use-records.ts'
import { setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { formatBytes } from '#shared/lib/format-number.ts'
import { toPhotographPath } from '#shared/photographs/paths.ts'
import { type Focus, toTitle } from '#shared/photographs/photographs.ts'
import type { DataOf } from '#shared/sync/collections.ts'

export const PHOTOGRAPHS_PAGE = '/admin/site/photographs'

export interface PhotographView {
  id: string
  title: string
  data: DataOf<'photograph'>
  focus: Focus
  /** An address; empty while this device has no picture of it. */
  src: string
  mark: Mark | undefined
}

interface Mark {
  kind: 'waiting' | 'failed' | 'needs a description'
  text: string
}

const CENTRE: Focus = { x: 50, y: 50 }

/** The photographs, those that were added first before the others; undefined until this device has all. */
export function usePhotographs(): PhotographView[] | undefined {
  const records = useRecords('photograph')
  const waiting = useUnsentPhotographs()
  if (!records) return undefined
  return [...records]
    .map(([id, data]) =>
      toView(
        id,
        data,
        waiting.find((one) => one.id === id),
      ),
    )
    .sort((a, b) => compare(a.data.addedAt ?? '', b.data.addedAt ?? '') || compare(a.id, b.id))
}

const NONE: UnsentPhotograph[] = []

/** The photographs whose files wait on this device. */
export function useUnsentPhotographs(): UnsentPhotograph[] {
  const version = useDataVersion()
  const listUnsent = () => getData().photographs.listUnsent()
  return useAsync(getStoredOwner()?.userId, listUnsent, version).value ?? NONE
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function toView(
  id: string,
  data: DataOf<'photograph'>,
  waiting: UnsentPhotograph | undefined,
): PhotographView {
  const { fileName = '', focus = CENTRE, sizes = [], placeholder = '' } = data
  const made = sizes.findLast(({ format, width }) => format === 'webp' && width <= 800)
  const src = made ? toPhotographPath(made) : waiting?.preview || placeholder
  return { id, title: toTitle(fileName), data, focus, src, mark: findMark(data, waiting) }
}

function findMark(
  { state, problem, bytes = 0, description }: DataOf<'photograph'>,
  waiting: UnsentPhotograph | undefined,
): Mark | undefined {
  if (state === 'failed') return { kind: 'failed', text: problem || 'This could not be read.' }
  if (state === 'processing') return { kind: 'waiting', text: 'Being prepared' }
  if (!state && waiting?.sentPercent !== undefined)
    return { kind: 'waiting', text: `Uploading ${waiting.sentPercent} %` }
  if (!state) return { kind: 'waiting', text: `Waiting, ${formatBytes(bytes)}` }
  return description?.trim()
    ? undefined
    : { kind: 'needs a description', text: 'Needs a description' }
}

/** Adds these files one after the other. Resolves to a sentence for each that was not added. */
export async function addPhotographs(files: readonly File[]): Promise<string[]> {
  const problems: string[] = []
  for (const file of files) {
    const problem = await addPhotograph(file)
    if (problem) problems.push(`${file.name}: ${problem}`)
  }
  return problems
}

/** The kinds of files that are taken. */
export const KINDS = 'JPEG, PNG, WebP, AVIF or HEIC'

const refusals = {
  type: `This file is not a photograph. Please choose ${KINDS}.`,
  heic: 'This browser cannot read HEIC. Add it as JPEG: on an iPhone, share it to Files, or choose “Most Compatible” under Settings, Camera, Formats.',
  size: 'Larger than 25 MB.',
  full: 'This device is full. Free some room, then add it again.',
} as const

async function addPhotograph(file: File): Promise<string | undefined> {
  try {
    const added = await getData().photographs.add(file, file.name)
    return 'refused' in added ? refusals[added.refused] : undefined
  } catch {
    return 'This device could not store it.'
  }
}

type Edited = Pick<DataOf<'photograph'>, 'description' | 'focus'>

/** An edit of what the form showed before. */
export function toEdit(id: string, before: Edited, set: Edited): RecordEdit {
  return { coll: 'photograph', id, op: 'set', base: { ...before }, set: { ...set } }
}

/** Removes a photograph, and offers to undo that. */
export async function removePhotograph({ id, title }: PhotographView): Promise<void> {
  await getData().records.edit([{ coll: 'photograph', id, op: 'delete' }])
  setLastDeletion({
    key: id,
    title,
    deletedAt: systemClock(),
    async undo() {
      await getData().records.edit([{ coll: 'photograph', id, op: 'restore' }])
      return `${PHOTOGRAPHS_PAGE}/${id}`
    },
  })
}
