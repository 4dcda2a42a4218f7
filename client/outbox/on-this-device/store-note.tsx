import type { ComponentProps } from 'react'
import { Banner } from '#client/ui/controls/banner.tsx'
import styles from './device-list.module.css'

/** What stands where the list would be. */
export function StoreNote(props: ComponentProps<typeof Banner>) {
  return (
    <div className={styles.note}>
      <Banner {...props} />
    </div>
  )
}
