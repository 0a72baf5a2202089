import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Describes the API at `/api/openapi.json`, browsable at `/api/docs`. Register before the routes. */
export async function addApiDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Riptide',
        version,
        description: 'Every call of the platform. The gate cookie opens all but the gate calls.',
      },
      components: { securitySchemes: { gate: { type: 'apiKey', in: 'cookie', name: 'riptide_gate' } } },
      security: [{ gate: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { validatorUrl: null, tryItOutEnabled: true },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
