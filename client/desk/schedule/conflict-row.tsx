import { ChoiceOption } from '#client/desk/kit/choice-option.tsx'
import { type PartName, partValue, type ScheduleContent } from '#shared/schedule/merge.ts'
import type { Span } from './axis.ts'
import styles from './conflict-row.module.css'
import { changedWords, markedWords, slotsOfPart, valueWords } from './conflict-words.ts'
import { Ruler } from './ruler.tsx'
import { partTitle } from './words.ts'

export type Side = 'device' | 'server'

interface Version {
  content: ScheduleContent
  /** When it was changed, UTC milliseconds. */
  at: number | undefined
}

interface ConflictRowProps {
  part: PartName
  here: Version
  there: Version
  axis: Span
  now: number
  side: Side
  onChoose: (side: Side) => void
}

export function ConflictRow({ here, there, side, onChoose, ...row }: ConflictRowProps) {
  const zone = there.content.timeZone
  const common = { ...row, zone }
  return (
    <tr>
      <th scope="row">{partTitle(row.part)}</th>
      <Choice
        {...common}
        label="On this device"
        version={here}
        other={there}
        checked={side === 'device'}
        onChoose={() => onChoose('device')}
      />
      <Choice
        {...common}
        label="On the server"
        version={there}
        other={here}
        checked={side === 'server'}
        onChoose={() => onChoose('server')}
      />
    </tr>
  )
}

interface ChoiceProps extends Pick<ConflictRowProps, 'part' | 'axis' | 'now'> {
  label: string
  version: Version
  other: Version
  zone: string
  checked: boolean
  onChoose: () => void
}

function Choice({ part, axis, now, label, version, other, zone, checked, onChoose }: ChoiceProps) {
  const value = partValue(version.content, part)
  const pieces = markedWords(
    valueWords(part, value),
    valueWords(part, partValue(other.content, part)),
  )
  return (
    <td data-label={label}>
      <ChoiceOption
        name={part}
        pieces={pieces}
        checked={checked}
        onChoose={onChoose}
        below={
          version.at === undefined ? 'Unchanged' : `Changed ${changedWords(version.at, now, zone)}`
        }
      />
      {part.includes(':') && value !== undefined ? (
        <Ruler slots={slotsOfPart(value)} axis={axis} className={styles.ruler} />
      ) : null}
    </td>
  )
}
