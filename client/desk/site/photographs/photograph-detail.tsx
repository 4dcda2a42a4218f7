import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { formatDayOfMonth } from '#client/desk/kit/format-date.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useWriteState, type Writer } from '#client/desk/site/use-site.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { TextArea } from '#client/ui/controls/field.tsx'
import { TickIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import { formatBytes } from '#shared/lib/format-number.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'
import { type Focus, listWidths, MAX_DESCRIPTION } from '#shared/photographs/photographs.ts'
import { FocusPicker } from './focus-picker.tsx'
import styles from './photographs.module.css'
import {
  PHOTOGRAPHS_PAGE,
  type PhotographView,
  removePhotograph,
  toEdit,
} from './use-photographs.ts'

interface DetailProps {
  photograph: PhotographView
  writer: Writer
  /** The pages that show the photograph, or will once the drafts are published. */
  uses: readonly string[]
}

/** A photograph's description, its focus and what was made of it. */
export function PhotographDetail({ photograph, writer, uses }: DetailProps) {
  const navigate = useNavigate()
  const { id, title, src, data } = photograph
  const { bytes = 0, addedAt = '', sizes, state } = data
  const focus = useEdited(photograph.focus, (before, next) =>
    writer.add([toEdit(id, { focus: before }, { focus: next })]),
  )
  const description = useEdited(data.description ?? '', (before, next) =>
    writer.add([toEdit(id, { description: before }, { description: next })]),
  )
  const isStored = useWriteState({ writer }) === 'stored'
  return (
    <Box
      title={title}
      aside={formatBytes(bytes)}
      className={styles.detail}
      foot={
        <>
          <TextAction
            danger
            disabledReason={
              uses.length > 0
                ? `It is used: ${uses.join(', ')}. Choose another there first.`
                : undefined
            }
            onClick={() => {
              void removePhotograph(photograph)
              void navigate(PHOTOGRAPHS_PAGE)
            }}
          >
            Remove
          </TextAction>
          {isStored ? (
            <span className={`row gap-2 ${styles.stored}`}>
              <TickIcon />
              Saved on this device
            </span>
          ) : null}
        </>
      }
    >
      <div className="stack gap-5">
        {src && state !== 'failed' ? (
          <FocusPicker src={src} focus={focus.value} onChange={focus.change} />
        ) : (
          <p className={state === 'failed' ? kit.problem : text.muted}>{photograph.mark?.text}</p>
        )}
        {state === 'failed' ? null : (
          <TextArea
            label="Description, for people who cannot see it"
            rows={3}
            maxLength={MAX_DESCRIPTION}
            value={description.value}
            onChange={({ target }) => description.change(target.value)}
            onBlur={description.end}
          />
        )}
        <dl className={kit.facts}>
          <div>
            <dt>Used on</dt>
            <dd>{uses.join(', ') || 'Not used'}</dd>
          </div>
          {state === 'failed' ? null : (
            <div>
              <dt>Sizes made</dt>
              <dd>{listWidths(sizes).join(', ') || 'None yet'}</dd>
            </div>
          )}
          <div>
            <dt>Added</dt>
            <dd>{addedAt ? formatDayOfMonth(addedAt.slice(0, 10)) : ''}</dd>
          </div>
        </dl>
      </div>
    </Box>
  )
}

/** A value while it is edited: a newer one from another device does not replace it under the cursor. */
function useEdited<Value extends string | Focus>(
  stored: Value,
  store: (before: Value, next: Value) => void,
) {
  const [typed, setTyped] = useState<{ value: Value; hasEnded?: boolean }>()
  // What was typed has arrived.
  useEffectOn(JSON.stringify(stored), () => {
    if (typed && (typed.hasEnded || isSameValue(typed.value, stored))) setTyped(undefined)
  })
  return {
    value: typed ? typed.value : stored,
    change(value: Value) {
      store(typed ? typed.value : stored, value)
      setTyped({ value })
    },
    end: () =>
      setTyped(
        (now) => now && (isSameValue(now.value, stored) ? undefined : { ...now, hasEnded: true }),
      ),
  }
}
