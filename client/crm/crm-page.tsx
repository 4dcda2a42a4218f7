import { Box } from '../desk/box.tsx'
import { DeskPage } from '../desk/desk-page.tsx'
import { EmptyState } from '../desk/empty-state.tsx'
import { CrmFrame } from './crm-frame.tsx'

/** Says what is so: there is no client book on the server yet. */
export function CrmPage() {
  return (
    <CrmFrame>
      <DeskPage title="Clients" documentTitle="CRM">
        <Box title="The client book" flush>
          <EmptyState title="Clients are not kept here yet">
            Whoever writes or books is found under Forms and Bookings.
          </EmptyState>
        </Box>
      </DeskPage>
    </CrmFrame>
  )
}
