import { useEffect, useState } from 'react'
import { type Store, useEntries } from '#client/outbox/use-entries.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ResultActions } from '#client/ui/page/result-page.tsx'
import { rescueToFile } from './commands.ts'
import styles from './device-list.module.css'
import { OpenList } from './open-list.tsx'
import { StoreNote } from './store-note.tsx'

/** The list, or why there is none. */
export function DeviceList() {
  const [store, again] = useEntries()
  return <Shown store={store} again={again} />
}

function Shown({ store, again }: { store: Store; again: () => void }) {
  switch (store.kind) {
    case 'open':
      return <OpenList entries={store.entries} />
    case 'opening':
      return null
    case 'blocked':
      return (
        <StoreNote tone="warn" title="This site is open in an older tab.">
          Please close it; nothing is lost.
        </StoreNote>
      )
    case 'shut':
      return <ShutStore tries={store.tries} again={again} />
    case 'none':
      return <NothingKept />
  }
}

function NothingKept() {
  return (
    <>
      <StoreNote tone="info" title="This browser keeps nothing for this site.">
        A private window or a setting may be the reason. The forms work while you are online, and
        are sent at once.
      </StoreNote>
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </ResultActions>
    </>
  )
}

/** The store is there and does not open: what lies in it can be taken along all the same. */
function ShutStore({ tries, again }: { tries: number; again: () => void }) {
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
