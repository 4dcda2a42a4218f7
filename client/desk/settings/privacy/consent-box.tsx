import { Box } from '#client/desk/kit/box.tsx'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useConsents } from '#client/lib/data/use-consents.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { ConsentList } from '#client/ui/controls/consent-list.tsx'
import { getConsents, OWN_SUBJECT } from '#shared/privacy/api.ts'
import styles from './privacy-page.module.css'

interface ConsentBoxProps {
  barred: string | undefined
  onDone: () => void
}

export function ConsentBox({ barred, onDone }: ConsentBoxProps) {
  const desk = useDeskData(getConsents, { userId: OWN_SUBJECT })
  const { consents, trouble, toggle } = useConsents(desk.data, onDone)
  return (
    <Box title="Consent settings" flush>
      <LoadTrouble failure="Failed to load consent settings" desk={desk} />
      {trouble ? <Banner tone="error" title="Failed to update consent settings" /> : null}
      {consents ? <ConsentList consents={consents} barred={barred} onToggle={toggle} /> : null}
      {barred && (consents || desk.state === 'none') ? (
        <p className={`${styles.barred} ${styles.flush}`}>{barred}</p>
      ) : null}
    </Box>
  )
}
