import styles from './banner.module.css'

/** Shown on every screen of a demo payment. */
export function DemoNotice() {
  return <p className={styles.notice}>Demo: no card is charged</p>
}
