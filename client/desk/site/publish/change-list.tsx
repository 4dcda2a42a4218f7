import { useMemo } from 'react'
import { diffTexts } from '#client/desk/kit/dialogs/word-diff.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { formatValue, getFieldTitle, getSubject } from '#client/desk/site/site-text.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import { applyChanges, findContentField, isBlank, isInvented } from '#shared/content/drafts.ts'
import type { FieldKind } from '#shared/content/fields.ts'
import type { StoredContent } from '#shared/content/registry.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import styles from './publish.module.css'

interface ChangeListProps {
  site: Site
  changes: readonly ContentChange[]
}

/** The old value of each field, with what goes struck, and the new one, with what comes marked. */
export function ChangeList({ site: { expected }, changes }: ChangeListProps) {
  const after = useMemo(() => applyChanges(expected, changes), [expected, changes])
  const fields = changes.filter((change) => change.field !== 'position' && !isGap(change))
  const hasMoved = changes.some(({ field }) => field === 'position')
  const groups = groupBy(fields, ({ coll, id }) => `${coll} ${id}`)
  return (
    <div className={styles.changes}>
      {[...groups].map(([key, all]) => (
        <section key={key}>
          <h3>
            {all[0] ? getSubject(all[0], after) : ''}
            {all.every(isOfNewService) ? ' is new' : ''}
          </h3>
          {all.map((change) => (
            <ChangeText key={change.field} change={change} before={expected} />
          ))}
        </section>
      ))}
      {hasMoved ? (
        <section>
          <h3>Order of the services</h3>
          <Values old={listTitles(expected)} next={listTitles(after)} />
        </section>
      ) : null}
    </div>
  )
}

export const isOfNewService = ({ coll, from }: ContentChange) => coll === 'service' && from === null

/** A field that a new service leaves empty or off, or that leaves nothing to choose. */
function isGap(change: ContentChange): boolean {
  const { choices } = findContentField(change) ?? {}
  return (
    isOfNewService(change) && (isBlank(change.to) || change.to === false || choices?.length === 1)
  )
}

function listTitles({ services }: StoredContent): string {
  return services.map(({ title }) => title).join(', ')
}

function ChangeText({ change, before }: { change: ContentChange; before: StoredContent }) {
  return (
    <div>
      <h4>{getFieldTitle(change)}</h4>
      <Values
        old={isOfNewService(change) ? undefined : formatValue(change, change.from)}
        next={formatValue(change, change.to)}
        isWhole={wholeKinds.has(findContentField(change)?.kind)}
        note={isInvented(before, change) ? 'sample, not shown' : ''}
      />
    </div>
  )
}

/** Kinds of values that are not compared word by word. */
const wholeKinds: ReadonlySet<FieldKind | undefined> = new Set([
  'number',
  'choice',
  'yes or no',
  'photograph',
])

interface ValuesProps {
  /** Undefined if there was none. */
  old: string | undefined
  next: string
  isWhole?: boolean
  note?: string
}

function Values({ old, next, isWhole = false, note = '' }: ValuesProps) {
  return (
    <dl className={styles.values}>
      {old === undefined ? null : (
        <>
          <dt>Now</dt>
          <dd className={kit.userText}>
            <Pieces text={old} other={isWhole ? '' : next} isOld />
            {note ? <small> {note}</small> : null}
          </dd>
        </>
      )}
      <dt>New</dt>
      <dd className={kit.userText}>
        <Pieces text={next} other={isWhole && old !== undefined ? '' : (old ?? next)} />
      </dd>
    </dl>
  )
}

/** A text whose words that the other one lacks are marked. */
function Pieces({ text, other, isOld }: { text: string; other: string; isOld?: boolean }) {
  if (text === '') return <i>Nothing</i>
  return diffTexts(text, other).map(({ text: piece, isDifferent }, at) => {
    if (!isDifferent) return piece
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one value never change their order.
    return isOld ? <del key={at}>{piece}</del> : <mark key={at}>{piece}</mark>
  })
}
