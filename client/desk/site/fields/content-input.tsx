import { useState } from 'react'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { getStored, setField } from '#client/desk/site/site-edits.ts'
import type { Site } from '#client/desk/site/use-site.ts'
import { readWanted } from '#shared/content/collections.ts'
import {
  type FieldRef,
  findContentField,
  getWantedValue,
  isInvented,
  isSameField,
} from '#shared/content/drafts.ts'
import type { ContentField } from '#shared/content/fields.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import styles from './fields.module.css'
import { ValueInput } from './value-input.tsx'

interface ContentInputProps {
  site: Site
  at: FieldRef
  /** Another label than the field's. */
  label?: string
  /** Told what is typed, and what was there before. */
  onTyped?: (value: unknown, before: unknown) => void
}

/** A field of the site's content. What is typed is saved at once, as a draft. */
export function ContentInput({ site, at, label, onTyped }: ContentInputProps) {
  const field = findContentField(at)
  const editing = useContentValue(site, at)
  if (!field) return null
  const { value, change, end } = editing
  const error = site.problems.find(
    (problem) => problem.waitsFor === undefined && isSameField(problem, at),
  )?.message
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes that the focus has left.
    <div
      className={styles.field}
      data-field={at.field}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) end()
      }}
    >
      <ValueInput
        {...(label && { label })}
        field={field}
        value={value}
        onChange={(next) => {
          change(next)
          onTyped?.(next, value)
        }}
        error={error}
      />
      <SampleNote site={site} at={at} field={field} onConfirm={() => change(value)} />
    </div>
  )
}

interface SampleNoteProps extends ContentInputProps {
  field: ContentField
  onConfirm: () => void
}

/** Says that a value is invented, and lets the owner say that it is true. */
function SampleNote({ site, at, field, onConfirm }: SampleNoteProps) {
  if (!isInvented(site.expected, at) || readWanted(getStored(site, at))) return null
  return (
    <p className={styles.sample}>
      A sample, which a public site does not show.{' '}
      <TextAction onClick={onConfirm}>
        {field.kind === 'yes or no' ? 'It is right as it is' : 'Use it as it is'}
      </TextAction>
    </p>
  )
}

/**
 * A value while it is edited. A newer value from another device does not replace it under the cursor, and each edit is
 * based on the value that the field showed.
 */
export function useContentValue(site: Site, at: FieldRef) {
  const stored = getStored(site, at)
  const [typed, setTyped] = useState<{ value: unknown; before?: { stored: unknown } }>()
  // The write after which the field was left has arrived.
  if (typed?.before && typed.before.stored !== stored) setTyped(undefined)
  return {
    value: typed ? typed.value : getWantedValue(site.expected, site.records, at),
    change(value: unknown) {
      const before = typed ? { value: typed.value } : stored
      setTyped({ value })
      site.writer.add([setField(at, { value }, before)])
    },
    end() {
      if (!typed) return
      const hasArrived = isSameValue(stored, { value: typed.value })
      setTyped(hasArrived ? undefined : { ...typed, before: { stored } })
    },
  }
}
