import styles from './contours.module.css'

/** Contour lines behind a section; decoration. On paper they fade towards the words. */
export function Contours({ side }: { side: 'left' | 'right' | 'night' }) {
  return (
    <div className={`${styles.contours} ${styles[side]}`} aria-hidden="true" data-print="off" />
  )
}
