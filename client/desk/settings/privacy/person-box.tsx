import { type FormEvent, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { ExportTrouble, type SignInAgain } from '#client/ui/controls/export-trouble.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { SearchIcon } from '#client/ui/icons.tsx'
import styles from './person-box.module.css'
import { PersonFound } from './person-found.tsx'
import { usePerson } from './use-person.ts'

interface PersonBoxProps {
  barred: string | undefined
  onDone: () => void
  SignIn: SignInAgain
}

const STALE = {
  title: 'Please sign in again',
  text: 'What is held about a person is shown, and erased, only soon after a sign-in.',
}

/** Everything that is held about whoever reads a mailbox: seen, given out, erased. */
export function PersonBox({ barred, onDone, SignIn }: PersonBoxProps) {
  const [email, setEmail] = useState('')
  const person = usePerson(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!barred && !person.busy) person.find(email)
  }
  const failure = person.wasErasing ? 'Failed to erase this person' : 'Failed to find this person'
  return (
    <Box
      title="Find everything held about a person"
      lead="Searches clients, bookings, payments, forms, e-mail records and waiting changes on this device."
      flush
    >
      <form className={styles.search} onSubmit={submit}>
        <TextField
          label="E-mail address"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoComplete="off"
          hint={barred}
          required
        />
        <DeskButton type="submit" busy={person.busy} barred={barred}>
          <Iconed>
            <SearchIcon />
            Find
          </Iconed>
        </DeskButton>
      </form>
      <ExportTrouble failure={failure} of={person} stale={STALE} SignIn={SignIn} />
      {person.found ? (
        <PersonFound
          key={person.found.at}
          found={person.found}
          busy={person.busy}
          barred={barred}
          onErase={person.erase}
          SignIn={SignIn}
        />
      ) : null}
    </Box>
  )
}
