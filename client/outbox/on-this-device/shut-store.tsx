import { useEffect, useState } from 'react'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { ResultActions } from '#client/ui/page/result-page.tsx'
import { rescueToFile } from './commands.ts'
import styles from './device-list.module.css'
import { StoreNote } from './store-note.tsx'

/** The store is there and does not open: what lies in it can be taken along all the same. */
export function ShutStore({ tries, again }: { tries: number; again: () => void }) {
  const [outcome, setOutcome] = useState('')
  const say = (text: string) => {
    setOutcome(text)
    announce(text)
  }
  useEffect(() => {
    if (tries > 0) announce('It could still not be opened.')
  }, [tries])
  return (
    <>
      <StoreNote tone="error" title="What is kept here cannot be opened.">
        It is still on this device. Save a copy of it, then try again; closing other tabs of this
        site may help.
      </StoreNote>
      {outcome ? <p className={styles.outcome}>{outcome}</p> : null}
      <ResultActions>
        <Button onClick={() => void rescueToFile().then(say)}>Save a copy</Button>
        <Button variant="ghost" onClick={again}>
          Try again
        </Button>
      </ResultActions>
    </>
  )
}
