import type { ButtonHTMLAttributes, InputHTMLAttributes } from 'react'
import layout from '#client/ui/layout.module.css'
import styles from './chip.module.css'

interface ChipProps extends InputHTMLAttributes<HTMLInputElement> {
  type?: 'checkbox' | 'radio'
  children: string
}

/** Radio button (round mark) or checkbox (square mark with a tick) as a chip. */
export function Chip({ type = 'checkbox', children, ...input }: ChipProps) {
  return (
    <label className={styles.chip}>
      <input {...input} type={type} className={`${layout.inputOverlay} ${styles.input}`} />
      <span className={`${styles.face} ${styles[type]}`}>{children}</span>
    </label>
  )
}

interface ChipButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  pressed: boolean
  children: string
}

/** A button as a chip, filled while what it chooses is chosen. */
export function ChipButton({ pressed, children, ...button }: ChipButtonProps) {
  return (
    <button {...button} type="button" className={styles.chip} aria-pressed={pressed}>
      <span className={styles.face}>{children}</span>
    </button>
  )
}
