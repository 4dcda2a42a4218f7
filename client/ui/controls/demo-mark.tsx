import styles from './demo-mark.module.css'

/** Shown on every screen of a demo payment. */
export function DemoMark() {
  return <p className={styles.mark}>Demo: no card is charged</p>
}
