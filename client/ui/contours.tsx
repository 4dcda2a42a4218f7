import styles from './contours.module.css'

/** Contour lines behind a section; decoration. They fade towards the words. */
export function Contours({ side }: { side: 'left' | 'right' }) {
  return (
    <div className={`${styles.contours} ${styles[side]}`} aria-hidden="true" data-print="off" />
  )
}
