import styles from './demo-mark.module.css'

/** Stands on every screen of a demonstration payment. */
export function DemoMark() {
  return <p className={styles.mark}>Demo: no card is charged</p>
}
