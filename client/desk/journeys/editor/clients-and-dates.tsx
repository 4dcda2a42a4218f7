import { useState } from 'react'
import { ClientPicker } from '#client/desk/journeys/client-picker.tsx'
import { useTyped } from '#client/desk/journeys/item/typed-fields.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { pluralize } from '#shared/lib/format-number.ts'
import type { Editor } from './editor.ts'
import styles from './editor-header.module.css'

/** Who travels and from which day, below the subtitle. */
export function ClientsAndDates({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { view, commands } = editor
  const { clients } = view.journey
  const [text, setText] = useState('')
  return (
    <div className={styles.panel}>
      <ClientPicker
        label="Add a client"
        chosen={clients}
        onChange={(next) => commands.setJourney({ clients: next }, { clients })}
        text={text}
        onTextChange={setText}
      />
      <FirstDay editor={editor} />
      <TextAction onClick={onDone}>Done</TextAction>
    </div>
  )
}

/** Years while a date is typed digit by digit are not dates of a journey. */
const FIRST_YEAR = '1990'

function FirstDay({ editor: { view, days, commands } }: { editor: Editor }) {
  const { start } = view.journey
  const [typed, setTyped] = useState<string>()
  const { change, end } = useTyped(start, (next, before) =>
    commands.setJourney({ start: next }, { start: before }),
  )
  return (
    <TextField
      label="First day"
      optional
      type="date"
      hint={`${pluralize(days.length, 'day')}. Add or remove days in the list of days; the dates follow.`}
      value={typed ?? start}
      onChange={({ target: { value } }) => {
        setTyped(value)
        if (value >= FIRST_YEAR && value !== start) change(value)
      }}
      onBlur={() => {
        // An emptied date counts when the field is left: while it is typed, it is empty as well.
        if (typed === '' && start !== '') change('')
        setTyped(undefined)
        end()
      }}
    />
  )
}
