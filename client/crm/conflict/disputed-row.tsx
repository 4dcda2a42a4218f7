import { fieldName } from '../../../shared/crm/field-names.ts'
import type { OpenConflict } from '../../../shared/sync/protocol.ts'
import { ChoiceOption } from '../../desk/choice-option.tsx'
import { valueWords } from '../value-words.ts'
import type { Place } from './conflict-words.ts'
import type { DisputedField } from './review.ts'
import { wordMarks } from './word-marks.ts'

interface DisputedRowProps {
  disputed: DisputedField
  /** The value that is to take the place of the one in use. */
  taken: string | undefined
  onTake: (cid: string | undefined) => void
  placeOf: (conflict: OpenConflict) => Place
  /** The head of the column says which device it is. */
  told: boolean
  server: Place
}

export function DisputedRow({ disputed, taken, onTake, placeOf, told, server }: DisputedRowProps) {
  const { field, current, others } = disputed
  const inUse = valueWords(field, current)
  const label = fieldName(field)
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        {others.map((other) => {
          const words = valueWords(field, other.value)
          return (
            <Choice
              key={other.cid}
              field={field}
              label={label}
              place={placeOf(other)}
              told={told}
              words={words}
              against={inUse}
              checked={taken === other.cid}
              onChoose={() => onTake(other.cid)}
            />
          )
        })}
      </td>
      <td>
        <Choice
          field={field}
          label={label}
          place={server}
          told
          words={inUse}
          against={valueWords(field, others[0]?.value)}
          checked={taken === undefined}
          onChoose={() => onTake(undefined)}
        />
      </td>
    </tr>
  )
}

interface ChoiceProps {
  field: string
  label: string
  place: Place
  told: boolean
  words: string
  /** The value whose words are told apart from these. */
  against: string
  checked: boolean
  onChoose: () => void
}

function Choice({ field, label, place, told, words, against, checked, onChoose }: ChoiceProps) {
  return (
    <ChoiceOption
      name={field}
      label={`${label}, ${place.name.toLowerCase()}: ${words || 'empty'}`}
      above={`${place.name}, ${place.edited.replace('Edited', 'edited')}`}
      headed={told}
      pieces={wordMarks(words, against)}
      checked={checked}
      onChoose={onChoose}
    />
  )
}
