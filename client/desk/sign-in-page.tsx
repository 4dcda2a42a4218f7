import type { ReactNode } from 'react'
import { useTitle } from '../lib/use-title.ts'
import { DoorFrame } from './door-frame.tsx'

/** What stands at every address of the desk while nobody is known here. */
export function SignInPage({ children }: { children: ReactNode }) {
  useTitle('Sign in')
  return (
    <DoorFrame title="Sign in">
      <p>This is the owner’s desk. It opens for whoever keeps the books of this house.</p>
      {children}
    </DoorFrame>
  )
}
