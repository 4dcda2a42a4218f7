import styles from './contours.module.css'

/** Decorative contour lines behind a section; `left` and `right` fade towards the text. */
export function Contours({ side }: { side: 'left' | 'right' | 'night' }) {
  return (
    <div className={`${styles.contours} ${styles[side]}`} aria-hidden="true" data-print="off" />
  )
}
