import type { FastifyInstance } from 'fastify';
import { type KeptVehicle, listVehicles } from '../../catalogue/vehicleStore.ts';
import { Badge, Card } from '../../web/components/notice.tsx';
import { Table } from '../../web/components/table.tsx';
import { sendPage } from '../../web/document.tsx';
import { EmptyList, ListPage } from '../components/list.tsx';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf, type OwnersPage, ownersPageFor } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { vehiclesWords } from '../words/vehicles.ts';
import { vehicleFormRoutes } from './vehicleForm.tsx';

export function vehiclesRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.get('/vehicles', allow('VIEW'), async (request, reply) => {
    const vehicles = await listVehicles(dependencies.database, accountIdOf(request));
    return sendPage(reply, <VehiclesPage page={ownersPageFor(request, reply)} vehicles={vehicles} />);
  });
  vehicleFormRoutes(app, dependencies);
}

function VehiclesPage({ page, vehicles }: { page: OwnersPage; vehicles: readonly KeptVehicle[] }) {
  const words = vehiclesWords[page.language];
  return (
    <ListPage page={page} section="vehicles" words={words} permission="VEHICLES">
      <Card>
        {vehicles.length === 0 ? (
          <EmptyList page={page} permission="VEHICLES" icon="car" title={words.empty} toDo={words.emptyToDo} />
        ) : (
          <Table
            caption={words.caption}
            rows={vehicles}
            keyOf={({ vehicleId }) => vehicleId}
            linkTo={({ vehicleId }) => `/app/vehicles/${vehicleId}`}
            columns={[
              {
                title: words.name,
                cell: ({ name, retiredAt }) => (
                  <span class="named">
                    {name}
                    {retiredAt && <Badge kind="plain">{words.retired}</Badge>}
                  </span>
                ),
              },
              { title: words.plate, cell: ({ plate }) => plate },
              { title: words.seats, isNumber: true, cell: ({ seats }) => seats },
            ]}
          />
        )}
      </Card>
    </ListPage>
  );
}
