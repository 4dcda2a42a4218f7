import { type ComponentType, useState } from 'react'
import type { ExportState } from '#client/lib/data/use-export.ts'
import styles from './banner.module.css'
import { Banner, BannerButton } from './banner.tsx'

/** A dialog for signing in again. */
export type SignInAgainComponent = ComponentType<{ onSignedIn: () => void; onClose: () => void }>

interface ExportErrorBannerProps {
  /** Title if the export failed, such as `Failed to export form data`. */
  title: string
  exportState: Pick<ExportState<never>, 'refusal' | 'retry' | 'dismiss'>
  /** Texts for an action other than a file export that needs a recent sign-in. */
  signInPrompt?: { title: string; text: string }
  SignIn: SignInAgainComponent
}

const FILE_EXPORT_PROMPT = {
  title: 'Please sign in again to export',
  text: 'Files with personal details can only be exported shortly after signing in.',
}

/** Why an export failed. If the sign-in is too old, offers a new one and repeats the export. */
export function ExportErrorBanner({
  title,
  exportState: { refusal, retry, dismiss },
  signInPrompt: prompt = FILE_EXPORT_PROMPT,
  SignIn,
}: ExportErrorBannerProps) {
  const [isSigningIn, setIsSigningIn] = useState(false)
  if (!refusal) return null
  const stale = refusal.code === 'not_fresh' || refusal.status === 401
  const signedIn = () => {
    setIsSigningIn(false)
    dismiss()
    retry()
  }
  return (
    <div className={styles.spaceBelow}>
      {stale ? (
        <Banner
          tone="warn"
          title={prompt.title}
          action={<BannerButton onClick={() => setIsSigningIn(true)}>Sign in again</BannerButton>}
        >
          {prompt.text}
        </Banner>
      ) : (
        <Banner
          tone="error"
          title={title}
          action={<BannerButton onClick={retry}>Try again</BannerButton>}
        >
          {refusal.status === 0
            ? 'The server did not answer.'
            : 'The server could not do this right now.'}
        </Banner>
      )}
      {isSigningIn ? <SignIn onSignedIn={signedIn} onClose={() => setIsSigningIn(false)} /> : null}
    </div>
  )
}
