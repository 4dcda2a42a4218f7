import { Box } from '#client/desk/kit/box.tsx'
import { samples } from '#shared/site/business.ts'
import styles from './setup-box.module.css'

/** Names the invented values that the site came with and the owner has not replaced. */
export function SetupBox() {
  if (samples.length === 0) return null
  return (
    <Box
      title="Before you go online"
      lead={
        <>
          These are still samples. Write your own in{' '}
          <code className={styles.file}>shared/site/business.ts</code>, then build the site again.
        </>
      }
    >
      <ul className={styles.list}>
        {samples.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
    </Box>
  )
}
