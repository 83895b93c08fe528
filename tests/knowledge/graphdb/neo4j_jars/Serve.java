import java.nio.file.Path;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** Serves a Neo4j of the jars on the class path: java -cp ... Serve.java HOME CONFIG. It ends when its input does. */
class Serve {
    public static void main(String[] given) throws Exception {
        var service = new DatabaseManagementServiceBuilder(Path.of(given[0]))
            .loadPropertiesFromFile(Path.of(given[1]))
            .build();
        System.out.println("ready");
        while (System.in.read() >= 0) { }
        service.shutdown();
    }
}
