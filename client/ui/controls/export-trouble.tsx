import { type ComponentType, useState } from 'react'
import type { Export } from '#client/lib/data/use-export.ts'
import styles from './banner.module.css'
import { Banner, BannerButton } from './banner.tsx'

/** A dialog for signing in again. */
export type SignInAgain = ComponentType<{ onIn: () => void; onClose: () => void }>

interface ExportTroubleProps {
  /** Title if the export failed, such as `Failed to export form data`. */
  failure: string
  of: Pick<Export<never>, 'trouble' | 'again' | 'dismiss'>
  /** Texts for an action other than a file export that needs a recent sign-in. */
  stale?: { title: string; text: string }
  SignIn: SignInAgain
}

const A_FILE = {
  title: 'Please sign in again to export',
  text: 'Files with personal details can only be exported shortly after signing in.',
}

/** Why an export failed. If the sign-in is too old, offers a new one and repeats the export. */
export function ExportTrouble({
  failure,
  of: { trouble, again, dismiss },
  stale: words = A_FILE,
  SignIn,
}: ExportTroubleProps) {
  const [asks, setAsks] = useState(false)
  if (!trouble) return null
  const stale = trouble.code === 'not_fresh' || trouble.status === 401
  const signedIn = () => {
    setAsks(false)
    dismiss()
    again()
  }
  return (
    <div className={styles.above}>
      {stale ? (
        <Banner
          tone="warn"
          title={words.title}
          action={<BannerButton onClick={() => setAsks(true)}>Sign in again</BannerButton>}
        >
          {words.text}
        </Banner>
      ) : (
        <Banner
          tone="error"
          title={failure}
          action={<BannerButton onClick={again}>Try again</BannerButton>}
        >
          {trouble.status === 0
            ? 'The server did not answer.'
            : 'The server could not do this right now.'}
        </Banner>
      )}
      {asks ? <SignIn onIn={signedIn} onClose={() => setAsks(false)} /> : null}
    </div>
  )
}
