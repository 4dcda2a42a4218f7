import { type ComponentProps, useState } from 'react'
import { TextField } from '#client/ui/controls/field.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { EyeIcon } from './icons.tsx'
import styles from './primitives.module.css'

/**
 * Hides the passphrase unless the owner asks to see it. `autoComplete="off"`: a browser that
 * remembers the passphrase would defeat the device encryption.
 */
export function PassphraseField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [isVisible, setVisible] = useState(false)
  return (
    <div className={styles.field}>
      <TextField
        {...props}
        type={isVisible ? 'text' : 'password'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <button type="button" aria-pressed={isVisible} onClick={() => setVisible(!isVisible)}>
        <EyeIcon />
        <VisuallyHidden>Show “{props.label}”</VisuallyHidden>
      </button>
    </div>
  )
}
