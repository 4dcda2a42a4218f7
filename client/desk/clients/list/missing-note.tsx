import { book } from '#client/book/page-book.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { countText } from '#shared/lib/number-words.ts'
import styles from './missing-note.module.css'

/** The server lacks many clients that are kept here; their owner says what becomes of them. */
export function MissingNote({ missing }: { missing: number }) {
  if (missing === 0) return null
  const them = missing === 1 ? 'it' : 'them'
  return (
    <div className={styles.note}>
      <Banner
        tone="conflict"
        title={`The server no longer has ${countText(missing)} of the clients kept here`}
      >
        They may have been removed on another device, or the server was set back. Nothing is removed
        here until you choose.
      </Banner>
      <div className={styles.ways}>
        <Button small variant="danger" onClick={() => void book().settleMissing('remove')}>
          Remove {them} here too
        </Button>
        <Button small onClick={() => void book().settleMissing('keep')}>
          Keep {them} and send {them} again
        </Button>
      </div>
    </div>
  )
}
