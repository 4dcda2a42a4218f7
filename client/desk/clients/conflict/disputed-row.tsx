import { valueWords } from '#client/desk/clients/value-words.ts'
import { ChoiceOption } from '#client/desk/kit/dialogs/choice-sheet.tsx'
import { fieldName } from '#shared/clients/fields.ts'
import type { EditedBy } from '#shared/sync/protocol.ts'
import type { Place } from './conflict-words.ts'
import { BOTH, bothTexts, type DisputedField } from './review.ts'
import { wordMarks } from './word-marks.ts'

interface DisputedRowProps {
  disputed: DisputedField
  /** The value that is to take the place of the one in use, or `BOTH`. */
  taken: string | undefined
  onTake: (cid: string | undefined) => void
  placeOf: (by: EditedBy) => Place
  /** The head of the column says which device it is, and when. */
  told: { others: boolean; inUse: boolean }
}

export function DisputedRow({ disputed, taken, onTake, placeOf, told }: DisputedRowProps) {
  const { field, current, others } = disputed
  const both = bothTexts(disputed)
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
              told={told.others}
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
          place={placeOf(disputed.inUse)}
          told={told.inUse}
          isInUse
          words={inUse}
          against={valueWords(field, others[0]?.value)}
          checked={taken === undefined}
          onChoose={() => onTake(undefined)}
        />
        {both === undefined ? null : (
          <ChoiceOption
            name={field}
            label={`${label}: keep both, one after the other`}
            above="Keep both, one after the other"
            pieces={[{ text: both, marked: false }]}
            checked={taken === BOTH}
            onChoose={() => onTake(BOTH)}
          />
        )}
      </td>
    </tr>
  )
}

interface ChoiceProps {
  field: string
  label: string
  place: Place
  told: boolean
  isInUse?: boolean
  words: string
  /** The value whose words are told apart from these. */
  against: string
  checked: boolean
  onChoose: () => void
}

function Choice(props: ChoiceProps) {
  const { field, label, place, told, isInUse, words, against, checked, onChoose } = props
  const name = place.name.replace(/^On /, 'on ')
  return (
    <ChoiceOption
      name={field}
      label={`${label}, ${isInUse ? 'in use, ' : ''}${name}: ${words || 'empty'}`}
      above={`${place.name}, ${place.edited.replace('Edited', 'edited')}`}
      headed={told}
      pieces={wordMarks(words, against)}
      checked={checked}
      onChoose={onChoose}
    />
  )
}
