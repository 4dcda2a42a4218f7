import { type ReactNode, useState } from 'react'
import { wasRemovedHere } from '#client/lib/data/removed-here.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { DoorFrame } from './door-frame.tsx'

/** What stands at every address of the desk while nobody is known here. */
export function SignInPage({ children }: { children: ReactNode }) {
  useTitle('Sign in')
  const [removed] = useState(wasRemovedHere)
  return (
    <DoorFrame title="Sign in">
      {removed ? (
        <Banner tone="warn" title="This device was removed">
          It was removed from another device, so it is signed out, and the copy of your clients that
          it kept was deleted. Sign in to use the desk here again.
        </Banner>
      ) : (
        <p>This is the owner’s desk. Sign in to continue.</p>
      )}
      {children}
    </DoorFrame>
  )
}
