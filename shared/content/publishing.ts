import * as v from 'valibot'
import { findLegalProblem } from '#shared/content/pages/legal-markup.ts'
import { isNorth } from '#shared/journeys/map/north.ts'
import { findPlace } from '#shared/journeys/places/places.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toShortMessage } from '#shared/lib/result.ts'
import { parseOrganizationNumber } from '#shared/lib/values/organization-number.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import { getUnreadyId, isMadeField, toTitle } from '#shared/photographs/photographs.ts'
import { BUSINESS_ID, type ContentChange } from './collections.ts'
import {
  addMadePhotographs,
  applyChanges,
  type FieldRef,
  findContentField,
  getPublishedValue,
  isBlank,
  isInvented,
  isSameField,
  type Records,
  toRef,
} from './drafts.ts'
import type { ContentField } from './fields.ts'
import type { LegalSection } from './pages/legal-sections.ts'
import { contentFields, type SampleJourney, type StoredContent } from './registry.ts'
import { serviceFields } from './service-fields.ts'

// What is checked before content is published, on the device and again on the server.

export interface ContentProblem extends FieldRef {
  message: string
  /** The photograph that is not ready yet, if nothing else stands in the way. */
  waitsFor?: string
}

/** What stands in the way of publishing this content. `photographs`: their records. */
export function checkContent(
  stored: StoredContent,
  photographs: Records = new Map(),
): ContentProblem[] {
  const texts = contentFields
    .map(({ address }) => toRef(address))
    .filter((ref) => !isInvented(stored, ref))
  const services = stored.services.flatMap(({ id }) =>
    Object.keys(serviceFields).map((field): FieldRef => ({ coll: 'service', id, field })),
  )
  return [...texts, ...services].flatMap((ref) => {
    const field = findContentField(ref)
    const unready = field && findUnready(field, getPublishedValue(stored, ref), photographs)
    if (unready) return { ...ref, ...unready }
    const message = field && findProblem(stored, ref, field)
    return message ? { ...ref, message } : []
  })
}

/** What a photograph lacks that is not ready; undefined for other values, and where more is wrong. */
function findUnready(
  { kind, schema }: ContentField,
  value: unknown,
  photographs: Records,
): Omit<ContentProblem, keyof FieldRef> | undefined {
  if (kind !== 'photograph' && kind !== 'photographs') return undefined
  const { issues = [] } = v.safeParse(schema, value)
  const [other] = issues.filter(({ path }) => !isMadeField(path?.at(-1)?.key))
  if (other) return { message: toShortMessage(other) }
  const all = [value].flat().flatMap((one) => {
    const id = getUnreadyId(one)
    return id === undefined ? [] : describeUnready(id, photographs)
  })
  return all.find(({ waitsFor }) => waitsFor === undefined) ?? all[0]
}

function describeUnready(id: string, photographs: Records): Omit<ContentProblem, keyof FieldRef> {
  const record = photographs.get(id)
  if (!record) return { message: 'This photograph was removed. Please choose another.' }
  const title = toTitle(String(record.fileName ?? ''))
  if (record.state === 'failed') return { message: `${title}: ${record.problem}` }
  return { message: `This waits for the photograph ${title}.`, waitsFor: id }
}

function findProblem(
  stored: StoredContent,
  ref: FieldRef,
  field: ContentField,
): string | undefined {
  const value = getPublishedValue(stored, ref)
  const { issues } = v.safeParse(field.schema, value)
  if (issues) return describeExcess(field, value) ?? toShortMessage(issues[0])
  if (isBlank(value) && isNeeded(ref, field)) return 'Please write something here.'
  const texts = value as string
  if (ref.coll === 'service' && ref.field === 'type')
    return findAddressProblem(stored, ref.id, texts)
  if (ref.field === 'artistry.journeys.list')
    return (
      findPlacesProblem(value as readonly SampleJourney[] | null) ??
      findGuaranteeProblem(stored, value)
    )
  if (ref.field === 'mastery.client.house') return findLogoProblem(value)
  if (ref.coll === 'page' && isLegalText(ref))
    return findLegalProblem(ref.id, value as readonly LegalSection[], stored.services)
  if (ref.coll === 'business' && value !== null) return findBusinessProblem(ref.field, value)
  return undefined
}

/** A chart is drawn from the places of a journey, so the map must have all of them. */
function findPlacesProblem(journeys: readonly SampleJourney[] | null): string | undefined {
  const [problem] = (journeys ?? []).flatMap(({ title, places = [] }) =>
    places.filter(Boolean).flatMap((name) => {
      const message = findPlaceProblem(name)
      return message ? `${title}: ${message}` : []
    }),
  )
  return problem
}

/** Why the map has no place of this name; undefined if it has one. */
function findPlaceProblem(name: string): string | undefined {
  const place = findPlace(name)
  if (!place)
    return `The map does not know “${name}”. Please write a place nearby, or coordinates such as 68.234, 14.568.`
  return isNorth(place.at) ? undefined : `“${name}” lies outside the map of the North.`
}

/** An organiser must name who guarantees the money beside the price of a whole journey; an adviser's site shows no such price. */
function findGuaranteeProblem(stored: StoredContent, value: unknown): string | undefined {
  const isPriced = ((value ?? []) as readonly { amount: number }[]).some(({ amount }) => amount > 0)
  const read = (field: string) => {
    const ref: FieldRef = { coll: 'business', id: BUSINESS_ID, field }
    return isInvented(stored, ref) ? null : getPublishedValue(stored, ref)
  }
  const role = read('travelRole')
  if (!isPriced || role === 'adviser') return undefined
  if (role === null)
    return 'Please say under Business whether you are an adviser or an organiser, before you show prices of whole journeys.'
  if (read('guarantor') && read('guaranteeNumber')) return undefined
  return 'Please write the guarantor and its number under Business, before you show prices of whole journeys.'
}

function findLogoProblem(value: unknown): string | undefined {
  const { logo = '' } = (value ?? {}) as { logo?: string }
  const isAddress = logo === '' || /^\/(?!\/)/.test(logo) || isWebAddress(logo)
  return isAddress ? undefined : 'Please give the logo an address that begins with / or https://.'
}

const isLegalText = ({ id, field }: FieldRef) => field === `${id}.text.sections`

/** `Please leave out 24 characters.` */
function describeExcess({ limit }: ContentField, value: unknown): string | undefined {
  const longest = [value].flat().filter((one) => typeof one === 'string')
  const excess = Math.max(0, ...longest.map((text) => text.trim().length - (limit ?? 0)))
  if (limit === undefined || excess === 0) return undefined
  return `Please leave out ${pluralize(excess, 'character')}.`
}

const neededOfService: readonly string[] = [
  'title',
  'type',
  'cardTitle',
  'description',
  'link',
  'pageTitle',
  'feeLabel',
]

/** Whether a page would have a gap without this text. */
function isNeeded(
  { coll, field: name }: FieldRef,
  { kind, initial, schema }: ContentField,
): boolean {
  if (coll === 'service') return neededOfService.includes(name)
  const isText = kind === 'line' || kind === 'paragraph'
  return isText && initial !== '' && !v.is(schema, null)
}

const ADDRESS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

function findAddressProblem(
  { services }: StoredContent,
  id: string,
  type: string,
): string | undefined {
  if (!ADDRESS.test(type)) return 'Please use small letters, figures and hyphens.'
  const isTaken = services.some((other) => other.type === type && other.id !== id)
  return isTaken ? 'This address is taken.' : undefined
}

function findBusinessProblem(name: string, value: unknown): string | undefined {
  if (name === 'organizationNumber' && !parseOrganizationNumber(String(value)))
    return 'Please check the nine digits.'
  if (name === 'phone' && !/^\+?[\d\s()./-]{5,}$/.test(String(value)))
    return 'Please enter a number such as +47 22 00 00 00.'
  if (name === 'email' && !v.is(v.pipe(v.string(), v.email()), value))
    return 'Please enter an address such as name@example.com.'
  if (name !== 'social') return undefined
  const rows = value as readonly { name: string; url: string }[]
  const isWrong = rows.some(({ name: label, url }) => !label || !isWebAddress(url))
  return isWrong ? 'Please give each a name, and an address that begins with https://.' : undefined
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+\.[^\s]+$/i.test(text)
}

/**
 * The content after a publication, or why nothing is published: the published values are no longer those that the owner saw,
 * or something stands in the way of the new ones. It waits for a photograph that is not ready.
 */
export function judgePublication(
  stored: StoredContent,
  made: readonly ContentChange[],
  photographs: Records = new Map(),
): { content: StoredContent } | { problem: string } | { waitsFor: string } {
  const changes = addMadePhotographs(made, photographs)
  if (changes.length === 0) return { problem: 'There is nothing to publish.' }
  if (changes.some((change) => !isKnown(stored, change)))
    return { problem: 'It was made with another version of the site. Please publish again.' }
  if (listOutdated(stored, changes).length > 0)
    return { problem: 'Something else was published meanwhile. Please look at the changes again.' }
  const content = applyChanges(stored, changes)
  const problems = listOwnProblems(checkContent(content, photographs), changes)
  const problem = problems.find(({ waitsFor }) => waitsFor === undefined)
  if (problem) return { problem: describeProblem(problem) }
  const [unready] = problems
  return unready?.waitsFor === undefined ? { content } : { waitsFor: unready.waitsFor }
}

/** The problems that these changes would publish: of their own fields, and in all of a service. */
export function listOwnProblems(
  problems: readonly ContentProblem[],
  changes: readonly ContentChange[],
): ContentProblem[] {
  return problems.filter((problem) =>
    changes.some((change) =>
      change.coll === 'service'
        ? problem.coll === 'service' && problem.id === change.id
        : isSameField(change, problem),
    ),
  )
}

function describeProblem(problem: ContentProblem): string {
  return `${findContentField(problem)?.label ?? problem.field}: ${problem.message}`
}

function isKnown(stored: StoredContent, change: ContentChange): boolean {
  if (change.coll === 'service' && change.field === 'position')
    return Number.isSafeInteger(change.to)
  const isPublished = stored.services.some(({ id }) => id === change.id)
  if (change.coll === 'service' && change.field === 'type' && isPublished) return false
  return findContentField(change) !== undefined
}

/** The changes whose published value is no longer the one that the owner saw, unless it is already the new one. */
function listOutdated(stored: StoredContent, changes: readonly ContentChange[]): ContentChange[] {
  return changes.filter((change) => {
    const now = getPublishedValue(stored, change)
    return !isSameValue(now, change.from) && !isSameValue(now, change.to)
  })
}
